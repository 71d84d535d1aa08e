import type { ReactNode } from "react";

/** A name and what it stands for; null or undefined where nothing is known of it. */
export type Fact = readonly [name: string, value: ReactNode];

/** The facts about something, one a line. */
export const DescriptionList = ({ facts }: { readonly facts: readonly Fact[] }) => (
  <dl className="facts">
    {facts.map(
      ([name, value]) =>
        value !== null &&
        value !== undefined && (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ),
    )}
  </dl>
);
