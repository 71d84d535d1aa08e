import { Link } from "wouter";

interface ViewTabsProps {
  /** The name of the page that has the views. */
  readonly label: string;
  /** The address and the name of each view. */
  readonly views: readonly (readonly [path: string, name: string])[];
  /** The address of the view that is shown. */
  readonly current: string;
}

/** Links to the views of a page, as tabs. */
export const ViewTabs = ({ label, views, current }: ViewTabsProps) => (
  <nav className="tabs" aria-label={label}>
    {views.map(([path, name]) => (
      <Link key={path} className="tab" href={path} aria-current={path === current ? "page" : undefined}>
        {name}
      </Link>
    ))}
  </nav>
);
