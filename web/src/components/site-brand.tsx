/** The first link of a page, for keyboards: past the navigation. */
export const SkipLink = () => (
  <a className="skip" href="#main">
    Skip to content
  </a>
);

/** The name of the service, which leads to the public page. */
export const Brand = () => (
  <a className="brand" href="/">
    <span className="mark" aria-hidden="true" />
    Speech service
  </a>
);
