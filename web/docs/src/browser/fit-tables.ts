/** Lets names in code break behind their signs, in tables that would be wider than the page. */
function breakNames(table: HTMLTableElement): void {
  for (const code of table.querySelectorAll("code")) {
    const parts = (code.textContent ?? "").split(/(?<=[_/,.=])/);
    code.replaceChildren(
      ...parts.flatMap((part, index) => (index === 0 ? [part] : [document.createElement("wbr"), part])),
    );
  }
}

/** Marks a table of which columns are out of sight at the right. */
function markRest(table: HTMLTableElement): void {
  table.classList.toggle("has-more", table.scrollLeft + table.clientWidth < table.scrollWidth - 1);
}

/** Names the column of each cell, for telephones, where the cells of a row stand below one another. */
function nameCells(table: HTMLTableElement): void {
  const names = [...table.querySelectorAll("thead th")].map((head) => head.textContent ?? "");
  for (const row of table.querySelectorAll("tbody tr")) {
    for (const [index, cell] of [...row.querySelectorAll("td")].entries()) cell.dataset["label"] = names[index] ?? "";
  }
}

const tableObserver = new ResizeObserver((entries) => {
  for (const { target } of entries) if (target instanceof HTMLTableElement) markRest(target);
});
for (const table of document.querySelectorAll<HTMLTableElement>(".sl-markdown-content table")) {
  nameCells(table);
  if (table.scrollWidth > table.clientWidth) breakNames(table);
  table.addEventListener("scroll", () => markRest(table), { passive: true });
  tableObserver.observe(table);
}
