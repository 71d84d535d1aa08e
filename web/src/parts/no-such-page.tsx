import { Link } from "wouter";
import { Heading } from "./heading.tsx";

/** An address of the account at which there is nothing to see, or nothing for whoever asks. */
export const NoSuchPage = ({ title = "Page not found" }: { readonly title?: string }) => (
  <>
    <Heading title={title} />
    <p>
      <Link href="/account">Go to the overview</Link>
    </p>
  </>
);
