import { Link, useLocation } from "wouter";
import { PageHeading } from "#web/components/page-heading.tsx";

const directions = [
  ["/account/playground", "Speak"],
  ["/account/transcribe", "Transcribe"],
  ["/account/live", "Live"],
] as const;

/** The head of the pages of the playground, and the way from one to another. */
export function PlaygroundHeading({ title }: { readonly title: string }) {
  const [here] = useLocation();
  return (
    <>
      <PageHeading title={title} />
      <nav className="tabs" aria-label="Playground">
        {directions.map(([path, name]) => (
          <Link key={path} className="tab" href={path} aria-current={here === path ? "page" : undefined}>
            {name}
          </Link>
        ))}
      </nav>
    </>
  );
}
