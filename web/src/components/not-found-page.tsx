import { Link } from "wouter";
import { PageHeading } from "./page-heading.tsx";

/** A page that does not exist, or that this account may not see. */
export const NotFoundPage = ({ title = "Page not found" }: { readonly title?: string }) => (
  <>
    <PageHeading title={title} />
    <p>
      <Link href="/account">Go to the overview</Link>
    </p>
  </>
);
