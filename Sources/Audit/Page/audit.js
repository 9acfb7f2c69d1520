(() => {
  const form = document.getElementById("filters");
  const items = [...document.querySelectorAll(".item")];
  const columns = [...document.querySelectorAll("[data-column]")];
  const groups = [...document.querySelectorAll("details.group")];
  const rows = [...document.querySelectorAll("[data-group]")];
  const texts = new Map(items.map((item) => [item, item.textContent.toLowerCase()]));
  const opened = new Map(groups.map((group) => [group, group.open]));

  const isShown = (item, text, environment, severity) =>
    texts.get(item).includes(text) &&
    (!environment ||
      (item.dataset.environments ?? "").split(" ").includes(environment)) &&
    (!severity || Number(item.dataset.severity ?? -1) >= Number(severity));

  const filter = () => {
    const text = form.elements.text.value.trim().toLowerCase();
    const environment = form.elements.environment.value;
    const severity = form.elements.severity.value;
    const isNarrow = Boolean(text || environment || severity);
    for (const item of items) item.hidden = !isShown(item, text, environment, severity);
    for (const cell of columns) {
      cell.hidden = Boolean(environment) && cell.dataset.column !== environment;
    }
    for (const group of groups) {
      const members = [...group.querySelectorAll(".item")];
      if (members.length === 0) continue;
      group.hidden = members.every((member) => member.hidden);
      group.open = isNarrow && members.filter((member) => !member.hidden).length <= 25
        ? true : opened.get(group);
    }
    for (const row of rows) row.hidden = document.getElementById(row.dataset.group).hidden;
    const shown = items.filter((item) => !item.hidden).length;
    form.querySelector("output").value = isNarrow ? `${shown} of ${items.length} entries` : "";
  };

  form.hidden = false;
  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  filter();
})();
