/** Lets names in code break behind their signs, in tables that would be wider than the page. */
for (const table of document.querySelectorAll(".sl-markdown-content table")) {
  if (table.scrollWidth <= table.clientWidth) continue;
  for (const code of table.querySelectorAll("code")) {
    const parts = (code.textContent ?? "").split(/(?<=[_/,.=])/);
    code.replaceChildren(
      ...parts.flatMap((part, index) => (index === 0 ? [part] : [document.createElement("wbr"), part])),
    );
  }
}
