import { Link } from "wouter";
import { Heading } from "./heading.tsx";

/** An address of the account at which there is nothing to see, or nothing for whoever asks. */
export const NoSuchPage = ({ title = "There is no such page" }: { readonly title?: string }) => (
  <>
    <Heading title={title} />
    <p>
      <Link href="/account">To the overview</Link>
    </p>
  </>
);
