// Adds search, filters, other versions in the diagram and the comparison of any two versions. Everything else is in the
// page already. All text is set as text, never as markup.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const one = (selector, root = document) => root.querySelector(selector);
  const svgSpace = "http://www.w3.org/2000/svg";

  function make(name, attributes = {}, children = [], space) {
    const node = space ? document.createElementNS(space, name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) if (value !== null) node.setAttribute(key, value);
    node.append(...children);
    return node;
  }
  const svg = (name, attributes, children) => make(name, attributes, children, svgSpace);
  const cut = (text, length) => {
    const letters = [...text];
    return letters.length > length ? letters.slice(0, length - 1).join("") + "…" : text;
  };

  // The differences between two schemas: tables by name, with their columns.
  function tablesOf(database, index) {
    const schema = database.schemas[database.versions[index].schema];
    return new Map(schema.tables.map((place) => [data.tables[place].name, data.tables[place]]));
  }
  const definition = (column) => [column[1], column[2]].filter(Boolean).join(" ");
  function compare(database, from, to) {
    const before = tablesOf(database, from);
    const after = tablesOf(database, to);
    const changes = [];
    const add = (kind, table, column, text) => changes.push({ kind, table, column, text });
    for (const [name, table] of after) {
      const old = before.get(name);
      if (!old) { add("added", name, null, table.kind); continue; }
      if (old === table) continue;
      const columns = new Map(old.columns.map((column) => [column[0], column]));
      for (const column of table.columns) {
        const former = columns.get(column[0]);
        if (!former) add("added", name, column[0], definition(column));
        else if (String(former) !== String(column)) {
          add("changed", name, column[0], definition(former) + " → " + definition(column));
        }
        columns.delete(column[0]);
      }
      for (const column of columns.values()) add("removed", name, column[0], definition(column));
      const details = new Set(old.details);
      for (const detail of table.details) if (!details.delete(detail)) add("added", name, null, detail);
      for (const detail of details) add("removed", name, null, detail);
    }
    for (const [name, table] of before) if (!after.has(name)) add("removed", name, null, table.kind);
    return changes;
  }
  const signs = { added: "+", removed: "−", changed: "~" };
  const line = (change) =>
    make("li", {}, [
      make("span", { class: "mark " + change.kind }, [signs[change.kind] + " " + change.kind]), " ",
      make("strong", {}, [change.column ? change.table + "." + change.column : change.table]),
      change.text ? ": " : "", change.text ? make("code", {}, [change.text]) : "",
    ]);
  const list = (changes) =>
    changes.length ? make("ul", { class: "changes" }, changes.map(line)) : make("p", {}, ["No differences."]);

  // Draws a version as the page itself draws the newest one: the lengths are those of SchemaDiagram.
  function draw(database, index) {
    const schema = database.schemas[database.versions[index].schema];
    if (!schema.boxes) return null;
    const changes = index > 0 ? compare(database, index - 1, index) : [];
    const before = index > 0 ? tablesOf(database, index - 1) : null;
    const columns = new Map(changes.filter((change) => change.column)
      .map((change) => [JSON.stringify([change.table, change.column]), change.kind]));
    const touched = new Set(changes.map((change) => change.table));
    const edges = schema.edges.map(([from, to, path, words]) =>
      svg("path", { d: path, "data-from": from, "data-to": to }, [svg("title", {}, [words])]));
    const nodes = schema.tables.map((place, number) => {
      const table = data.tables[place];
      const [x, y, width, height] = schema.boxes[number];
      const isNew = before !== null && !before.has(table.name);
      const state = isNew ? "added" : touched.has(table.name) ? "changed" : "";
      const sign = state ? signs[state] + " " : "";
      const parts = [
        svg("rect", { x, y, width, height, rx: 5 }),
        svg("text", { class: "name", x: x + 10, y: y + 18 }, [sign + cut(table.name, 32)]),
        svg("line", { x1: x, x2: x + width, y1: y + 26, y2: y + 26 }),
      ];
      const shown = table.columns.length <= 40 ? table.columns.length : 39;
      table.columns.slice(0, shown).forEach((column, row) => {
        const kind = isNew ? null : columns.get(JSON.stringify([table.name, column[0]]));
        const height = y + 26 + row * 18 + 13;
        const name = (kind ? signs[kind] + " " : "") + cut(column[0], 32);
        parts.push(svg("text", { class: kind || (column[3] ? "key" : null), x: x + 10, y: height }, [name]));
        if (column[1]) parts.push(svg("text", { class: "type", x: x + width - 10, y: height }, [cut(column[1], 20)]));
      });
      if (table.columns.length > shown) {
        parts.push(svg("text", { class: "type more", x: x + width - 10, y: y + height - 5 },
          ["and " + (table.columns.length - shown) + " more"]));
      }
      return svg("g", {
        class: "node " + state, "data-node": number, "data-table": table.name, tabindex: 0, role: "button", "aria-pressed": "false",
        "aria-label": table.kind + " " + table.name + (state ? ", " + state : ""),
      }, parts);
    });
    const [width, height] = schema.size;
    return svg("svg", {
      class: "diagram", viewBox: `0 0 ${width} ${height}`, width, height, role: "group",
      "aria-label": "The tables of " + database.versions[index].name,
    }, [svg("g", { class: "edges" }, edges), svg("g", { class: "nodes" }, nodes)]);
  }

  // A picked table stays bright, with its neighbours.
  function pick(diagram, number) {
    const old = one(".node.picked", diagram);
    const isSame = old && old.dataset.node === number;
    all(".near, .picked", diagram).forEach((node) => node.classList.remove("near", "picked"));
    all(".node", diagram).forEach((node) => node.setAttribute("aria-pressed", "false"));
    diagram.classList.toggle("picked", number !== null && !isSame);
    if (number === null || isSame) return;
    const near = new Set([number]);
    for (const path of all("path", diagram)) {
      if (path.dataset.from !== number && path.dataset.to !== number) continue;
      path.classList.add("near");
      near.add(path.dataset.from).add(path.dataset.to);
    }
    for (const node of all(".node", diagram)) {
      if (near.has(node.dataset.node)) node.classList.add("near");
      if (node.dataset.node === number) {
        node.classList.add("picked");
        node.setAttribute("aria-pressed", "true");
      }
    }
  }
  document.addEventListener("click", (event) => {
    const node = event.target.closest(".node");
    if (node) pick(node.closest(".diagram"), node.dataset.node);
  });

  const pages = all("[data-database]").map((article, number) => {
    const database = data.databases[number];
    const page = { article, database, shown: database.versions.length - 1, zoom: 1 };
    const figure = one("[data-figure]", article);
    const slider = one("[data-slider]", article);
    page.show = (index) => {
      if (!figure || index < 0 || index >= database.versions.length) return;
      const drawing = draw(database, index);
      const name = database.versions[index].name;
      page.shown = index;
      slider.value = index;
      slider.setAttribute("aria-valuetext", name);
      one("[data-slider-name]", article).textContent = name;
      one("figcaption", figure).textContent = drawing ? "The schema of " + name : "This page has no diagram of " + name;
      if (drawing) one(".picture", figure).replaceChildren(drawing);
      scale(page);
      const box = one("[data-diagram-changes]", article);
      if (index === 0) box.replaceChildren("The first version.");
      else {
        const before = database.versions[index - 1].name;
        const changes = compare(database, index - 1, index);
        box.replaceChildren(make("details", { open: changes.length < 13 ? "" : null }, [
          make("summary", {}, [changes.length + " changes since " + before]), list(changes)]));
      }
    };
    if (slider && database.versions.length > 1) {
      one("[data-diagram-tools]", article).hidden = false;
      slider.max = database.versions.length - 1;
      slider.addEventListener("input", () => page.show(Number(slider.value)));
      slider.addEventListener("change", () => goTo("v", database.versions[page.shown].name));
      slider.value = page.shown;
      one("[data-slider-name]", article).textContent = database.versions[page.shown].name;
      all("[data-zoom]", article).forEach((button) => button.addEventListener("click", () => {
        page.zoom = Math.min(3, Math.max(0.2, page.zoom * (button.dataset.zoom === "+" ? 1.25 : 0.8)));
        scale(page);
      }));
    }
    const from = one("[data-from-version]", article);
    if (from) {
      const to = one("[data-to-version]", article);
      one("[data-compare]", article).hidden = false;
      for (const select of [from, to]) {
        database.versions.forEach((version, index) => select.append(make("option", { value: index }, [version.name])));
        select.addEventListener("change", () =>
          goTo("diff", database.versions[from.value].name + ".." + database.versions[to.value].name));
      }
      page.compare = (older, newer) => {
        [from.value, to.value] = [older, newer];
        one("[data-comparison]", article).replaceChildren(list(compare(database, older, newer)));
      };
      page.compare(Math.max(0, page.shown - 1), page.shown);
    }
    return page;
  });
  function scale(page) {
    const drawing = one("[data-figure] .diagram", page.article);
    if (!drawing) return;
    const [, , width, height] = drawing.getAttribute("viewBox").split(" ").map(Number);
    drawing.setAttribute("width", Math.round(width * page.zoom));
    drawing.setAttribute("height", Math.round(height * page.zoom));
  }

  // Search and filters.
  const search = one("[data-search]");
  const onlyFailed = all("[data-only-failed]");
  for (const input of [search, ...onlyFailed]) input.closest(".tools").hidden = false;
  function filter() {
    const text = search.value.trim().toLowerCase();
    let count = 0;
    for (const item of all("[data-item]")) {
      const box = one("[data-only-failed]", item.closest("section"));
      const isFailed = "failed" in item.dataset;
      const matches = !text || item.textContent.toLowerCase().includes(text) || (text === "failed" && isFailed);
      item.hidden = !matches || (box !== null && box.checked && !isFailed);
      if (text && matches) count += 1;
    }
    for (const section of all("section")) {
      const items = all("[data-item]", section);
      if (items.length) section.hidden = text !== "" && items.every((item) => item.hidden);
    }
    one("[data-search-count]").textContent = text ? count + " found" : "";
  }
  search.addEventListener("input", filter);
  search.addEventListener("change", () => {
    if (search.value) history.replaceState(null, "", "#q=" + encodeURIComponent(search.value));
  });
  onlyFailed.forEach((box) => box.addEventListener("change", filter));

  // Deep links: #v/1.2.0, #v/1.2.0/table/notes, #diff/1.0.0..1.2.0, #q=text, and the ids of the page.
  function goTo(kind, name) {
    const page = pages.find((page) => page.article.contains(document.activeElement)) || pages[0];
    location.hash = page.database.prefix + kind + "/" + encodeURIComponent(name);
  }
  function open(element) {
    for (let node = element; node; node = node.parentElement) if (node.tagName === "DETAILS") node.open = true;
    element.scrollIntoView();
  }
  function follow() {
    const raw = location.hash.slice(1);
    const element = document.getElementById(raw);
    if (element) { if (element.hidden) { search.value = ""; filter(); } return open(element); }
    if (raw.startsWith("q=")) { search.value = decode(raw.slice(2)); return filter(); }
    for (const page of pages) {
      if (!raw.startsWith(page.database.prefix)) continue;
      const [kind, name, next, table] = raw.slice(page.database.prefix.length).split("/").map(decode);
      const place = (text) => page.database.versions.map((version) => version.name).lastIndexOf(text);
      if (kind === "v" && place(name) >= 0) {
        page.show(place(name));
        const figure = one("[data-figure]", page.article);
        if (figure) figure.scrollIntoView();
        if (next !== "table") return;
        const node = all(".node", page.article).find((node) => node.dataset.table === table);
        if (node) { pick(node.closest(".diagram"), node.dataset.node); node.focus(); node.scrollIntoView({ block: "center" }); }
        return;
      }
      if (kind === "diff" && page.compare) {
        const [from, to] = name.split("..").map(place);
        if (from >= 0 && to >= 0) { page.compare(from, to); one("[data-compare]", page.article).scrollIntoView(); }
        return;
      }
    }
  }
  function decode(text) { try { return decodeURIComponent(text); } catch { return text; } }
  addEventListener("hashchange", follow);
  if (location.hash) follow();

  // Keys.
  const help = one("[data-help-dialog]");
  one("[data-help]").addEventListener("click", () => help.showModal());
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const node = event.target.closest ? event.target.closest(".node") : null;
    if (node && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      return pick(node.closest(".diagram"), node.dataset.node);
    }
    if (event.key === "Escape") return all(".diagram.picked").forEach((diagram) => pick(diagram, null));
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) || help.open) return;
    if (event.key === "/") { event.preventDefault(); return search.focus(); }
    if (event.key === "?") return help.showModal();
    if (event.key === "j" || event.key === "k") return step(event.key === "j" ? 1 : -1);
    if (event.key === "[" || event.key === "]") {
      const page = pages.find((page) => page.article.contains(document.activeElement)) || pages[0];
      if (page) page.show(page.shown + (event.key === "]" ? 1 : -1));
    }
  });
  function step(direction) {
    const findings = all(".finding").filter((finding) => !finding.hidden);
    if (!findings.length) return;
    const place = findings.findIndex((finding) => finding.classList.contains("current"));
    findings.forEach((finding) => finding.classList.remove("current"));
    const next = findings[(place < 0 && direction < 0 ? findings.length - 1 : place + direction + findings.length) % findings.length];
    next.classList.add("current");
    next.open = true;
    one("summary", next).focus({ preventScroll: true });
    history.replaceState(null, "", "#" + next.id);
    next.scrollIntoView({ block: "center" });
  }
})();
