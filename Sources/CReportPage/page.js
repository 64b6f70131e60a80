// Adds search, other versions in the diagram, its zoom, and the comparison of any two versions. Everything else is in the
// page already. All text is set as text. The only markup that is read is that of the page itself, in `noscript`.
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
        else if (definition(former) !== definition(column)) {
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

  // A folded part is one text until it is opened, so that a large page has few elements.
  function fill(details) {
    const source = one(":scope > noscript", details);
    if (!source) return;
    const template = make("template");
    template.innerHTML = source.textContent;
    source.replaceWith(template.content);
  }
  document.addEventListener("toggle", (event) => { if (event.target.open) fill(event.target); }, true);

  // Draws a version as the page itself draws the newest one: the lengths are those of SchemaDiagram.
  function draw(database, index) {
    const schema = database.schemas[database.versions[index].schema];
    if (!schema.boxes) return null;
    const changes = index > 0 ? compare(database, index - 1, index) : [];
    const before = index > 0 ? tablesOf(database, index - 1) : null;
    const columns = new Map(changes.filter((change) => change.column)
      .map((change) => [JSON.stringify([change.table, change.column]), change.kind]));
    const touched = new Set(changes.map((change) => change.table));
    const edges = schema.edges.map(([from, to, path, words, isEvident]) => svg("path", {
      class: isEvident ? "evident" : null, d: path, "data-from": from, "data-to": to,
    }, [svg("title", {}, [words])]));
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
        if (column[3]) parts.push(svg("text", { class: "kind", x: x + 6, y: height }, [column[3]]));
        parts.push(svg("text", { class: kind || (/PK|UQ/.test(column[3]) ? "key" : null), x: x + 36, y: height }, [name]));
        if (column[1] || column[4]) {
          const type = cut(column[1], 20) + (column[4] ? " •" : "\u00a0\u00a0");
          parts.push(svg("text", { class: "type", x: x + width - 6, y: height }, [type]));
        }
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
      class: "diagram", viewBox: `0 0 ${width} ${height}`, width, height, "data-width": width, "data-height": height,
      role: "group",
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
  let isDragged = false;
  document.addEventListener("click", (event) => {
    const node = event.target.closest(".node");
    if (isDragged) event.preventDefault();
    else if (node && !node.closest("a")) pick(node.closest(".diagram"), node.dataset.node);
    isDragged = false;
  });

  // A picture is fitted to its box until it is zoomed or moved. Then its viewBox is the part that the box shows.
  const views = new WeakMap();
  function view(box) {
    const drawing = one(".diagram", box);
    const [width, height] = ["data-width", "data-height"].map((name) => Number(drawing.getAttribute(name)));
    const room = { width: box.clientWidth, height: box.clientHeight };
    const old = views.get(drawing);
    if (old) return { drawing, room, ...old };
    const scale = Math.min(1, room.width / width, room.height / height);
    return { drawing, room, scale, x: (width - room.width / scale) / 2, y: (height - room.height / scale) / 2 };
  }
  function show({ drawing, room, scale, x, y }) {
    views.set(drawing, { scale, x, y });
    drawing.parentElement.classList.add("moved");
    drawing.setAttribute("width", room.width);
    drawing.setAttribute("height", room.height);
    drawing.setAttribute("viewBox", [x, y, room.width / scale, room.height / scale].map((value) => value.toFixed(2)).join(" "));
  }
  function fit(box) {
    const drawing = one(".diagram", box);
    const [width, height] = [drawing.dataset.width, drawing.dataset.height];
    views.delete(drawing);
    box.classList.remove("moved");
    drawing.setAttribute("width", width);
    drawing.setAttribute("height", height);
    drawing.setAttribute("viewBox", `0 0 ${width} ${height}`);
  }
  // The point of the box that stays where it is; without one, the middle.
  function zoom(box, factor, at) {
    const now = view(box);
    const point = at || { x: now.room.width / 2, y: now.room.height / 2 };
    const scale = Math.min(4, Math.max(0.05, now.scale * factor));
    const x = now.x + point.x / now.scale - point.x / scale;
    const y = now.y + point.y / now.scale - point.y / scale;
    show({ ...now, scale, x, y });
  }
  function move(box, right, down) {
    const now = view(box);
    show({ ...now, x: now.x - right / now.scale, y: now.y - down / now.scale });
  }
  document.addEventListener("wheel", (event) => {
    const box = event.target.closest(".picture");
    if (!box || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    const edge = box.getBoundingClientRect();
    zoom(box, Math.exp(-event.deltaY / 300), { x: event.clientX - edge.left, y: event.clientY - edge.top });
  }, { passive: false });
  document.addEventListener("pointerdown", (event) => {
    const box = event.target.closest(".picture");
    isDragged = false;
    // A finger scrolls the page, unless the picture is zoomed.
    if (!box || event.button !== 0 || (event.pointerType === "touch" && !box.classList.contains("moved"))) return;
    let last = event;
    const drag = (next) => {
      if (!isDragged && Math.hypot(next.clientX - event.clientX, next.clientY - event.clientY) < 5) return;
      isDragged = true;
      move(box, next.clientX - last.clientX, next.clientY - last.clientY);
      last = next;
    };
    const stop = () => {
      removeEventListener("pointermove", drag);
      for (const name of ["pointerup", "pointercancel"]) removeEventListener(name, stop);
    };
    addEventListener("pointermove", drag);
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, stop);
  });
  document.addEventListener("dragstart", (event) => { if (event.target.closest(".picture")) event.preventDefault(); });
  const pictureKeys = {
    "+": (box) => zoom(box, 1.25), "=": (box) => zoom(box, 1.25), "-": (box) => zoom(box, 0.8), 0: fit,
    ArrowLeft: (box) => move(box, 60, 0), ArrowRight: (box) => move(box, -60, 0),
    ArrowUp: (box) => move(box, 0, 60), ArrowDown: (box) => move(box, 0, -60),
  };

  const pages = all("[data-database]").map((article, number) => {
    const database = data.databases[number];
    const page = { article, database, shown: database.versions.length - 1 };
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
      if (drawing) {
        one(".picture", figure).replaceChildren(drawing);
        one(".picture", figure).classList.remove("moved");
      }
      const box = one("[data-diagram-changes]", article);
      if (index === 0) box.replaceChildren("The first version.");
      else {
        const before = database.versions[index - 1].name;
        const changes = compare(database, index - 1, index);
        box.replaceChildren(make("details", { open: changes.length < 13 ? "" : null }, [
          make("summary", {}, [changes.length + " changes since " + before]), list(changes)]));
      }
    };
    const tools = one("[data-diagram-tools]", article);
    if (tools) {
      tools.hidden = false;
      all("[data-zoom]", tools).forEach((button) =>
        button.addEventListener("click", () => pictureKeys[button.dataset.zoom](one("figure .picture", article))));
    }
    if (slider && database.versions.length > 1) {
      one("[data-slider-label]", article).hidden = false;
      slider.max = database.versions.length - 1;
      slider.addEventListener("input", () => page.show(Number(slider.value)));
      slider.addEventListener("change", () => goTo("v", database.versions[page.shown].name, page));
      slider.value = page.shown;
      one("[data-slider-name]", article).textContent = database.versions[page.shown].name;
    }
    return page;
  });

  // The comparison of two versions of one database, newest first in both lists.
  const [from, to] = [one("[data-from-version]"), one("[data-to-version]")];
  const comparison = one("[data-compare]");
  function compared(page, older, newer) {
    const names = [older, newer].map((index) => page.database.versions[index].name);
    const changes = compare(page.database, older, newer);
    const place = pages.indexOf(page);
    [from.value, to.value] = [place + " " + older, place + " " + newer];
    one("[data-compare-title]").textContent = names.join(" → ") + ": " + changes.length + (changes.length === 1 ? " change" : " changes");
    one("[data-comparison]").replaceChildren(list(changes));
    comparison.hidden = false;
    comparison.scrollIntoView({ block: "nearest" });
  }
  if (from) {
    for (const select of [from, to]) {
      pages.forEach((page, place) => {
        const title = pages.length > 1 ? page.article.getAttribute("aria-label") + " " : "";
        page.database.versions.forEach((version, index) =>
          select.prepend(make("option", { value: place + " " + index }, [title + version.name])));
      });
      select.addEventListener("change", () => {
        // Only versions of one database are compared.
        const [place] = select.value.split(" ");
        const other = select === from ? to : from;
        if (other.value.split(" ")[0] !== place) other.value = select.value;
        chosen();
      });
    }
    const first = pages.findIndex((page) => page.shown > 0);
    [from.value, to.value] = [first + " " + (pages[first].shown - 1), first + " " + pages[first].shown];
    one("[data-compare-show]").addEventListener("click", chosen);
    one("[data-compare-close]").addEventListener("click", () => {
      comparison.hidden = true;
      history.replaceState(null, "", "#content");
    });
  }
  function chosen() {
    const [place, older] = from.value.split(" ").map(Number);
    const newer = Number(to.value.split(" ")[1]);
    const { versions } = pages[place].database;
    goTo("diff", versions[older].name + ".." + versions[newer].name, pages[place]);
    compared(pages[place], older, newer);
  }

  // Search. The text of a part that was never opened is that of its markup.
  const search = one("[data-search]");
  const menu = one("[data-menu]");
  one("[data-tools]").hidden = menu.hidden = false;
  menu.addEventListener("click", () =>
    menu.setAttribute("aria-expanded", menu.getAttribute("aria-expanded") === "true" ? "false" : "true"));
  const texts = new WeakMap();
  function textOf(item) {
    if (!texts.has(item)) {
      const source = one(":scope > noscript", item);
      const hidden = source ? new DOMParser().parseFromString(source.textContent, "text/html").body.textContent : "";
      texts.set(item, (one(":scope > summary", item) && source ? one("summary", item).textContent + " " + hidden
        : item.textContent).toLowerCase());
    }
    return texts.get(item);
  }
  function filter() {
    const text = search.value.trim().toLowerCase();
    let count = 0;
    if (text) all("details.rows").forEach(fill);
    for (const item of all("[data-item]")) {
      item.hidden = text !== "" && !textOf(item).includes(text) && !(text === "failed" && "failed" in item.dataset);
      if (text && !item.hidden) count += 1;
    }
    for (const group of all("section, .cause, .waived, details.rows")) {
      const items = all("[data-item]", group);
      if (!items.length) continue;
      group.hidden = text !== "" && items.every((item) => item.hidden);
      if (text && group.tagName === "DETAILS") group.open = true;
    }
    one("[data-search-count]").textContent = text ? count + " found" : "";
  }
  search.addEventListener("input", filter);
  search.addEventListener("change", () => {
    if (search.value) history.replaceState(null, "", "#q=" + encodeURIComponent(search.value));
  });

  // Deep links: #v/1.2.0, #v/1.2.0/table/notes, #diff/1.0.0..1.2.0, #q=text, and the ids of the page.
  function goTo(kind, name, page) {
    location.hash = page.database.prefix + kind + "/" + encodeURIComponent(name);
  }
  function open(element) {
    for (let node = element; node; node = node.parentElement) {
      if (node.tagName === "DETAILS") { node.open = true; fill(node); }
    }
    element.scrollIntoView();
  }
  // The element of an id, also if it is in a part that was never opened.
  function find(id) {
    const element = document.getElementById(id);
    if (element || !id) return element;
    const written = make("a", { id }).outerHTML.slice(3, -5);
    const part = all("details > noscript").find((source) => source.textContent.includes(" " + written.trim()));
    if (part) fill(part.parentElement);
    return document.getElementById(id);
  }
  function follow() {
    const raw = location.hash.slice(1);
    const element = find(raw);
    if (element) { if (element.closest("[hidden]")) { search.value = ""; filter(); } return open(element); }
    if (raw.startsWith("q=")) { search.value = decode(raw.slice(2)); return filter(); }
    for (const page of pages) {
      if (!raw.startsWith(page.database.prefix)) continue;
      const [kind, name, next, table] = raw.slice(page.database.prefix.length).split("/").map(decode);
      const place = (text) => page.database.versions.map((version) => version.name).lastIndexOf(text);
      if (kind === "v" && place(name) >= 0) {
        page.show(place(name));
        const figure = one("[data-figure]", page.article);
        if (figure) figure.scrollIntoView({ block: "nearest" });
        if (next !== "table") return;
        const node = all(".node", page.article).find((node) => node.dataset.table === table);
        if (node) { pick(node.closest(".diagram"), node.dataset.node); node.focus(); }
        return;
      }
      if (kind === "diff" && from) {
        const [older, newer] = name.split("..").map(place);
        if (older >= 0 && newer >= 0) compared(page, older, newer);
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
    if (node && !node.closest("a") && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      return pick(node.closest(".diagram"), node.dataset.node);
    }
    if (event.key === "Escape") return all(".diagram.picked").forEach((diagram) => pick(diagram, null));
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName) || help.open) return;
    const act = pictureKeys[event.key];
    const box = event.target.closest(".picture") || (/[-+=0]/.test(event.key) ? one("figure .picture") : null);
    if (act && box) { event.preventDefault(); return act(box); }
    if (event.key === "/") { event.preventDefault(); menu.setAttribute("aria-expanded", "true"); return search.focus(); }
    if (event.key === "?") return help.showModal();
    if (event.key === "j" || event.key === "k") return step(event.key === "j" ? 1 : -1);
    if (event.key === "[" || event.key === "]") {
      const page = pages.find((page) => page.article.contains(document.activeElement)) || pages[0];
      if (page) page.show(page.shown + (event.key === "]" ? 1 : -1));
    }
  });
  function step(direction) {
    const findings = all(".finding").filter((finding) => !finding.closest("[hidden]"));
    if (!findings.length) return;
    const place = findings.findIndex((finding) => finding.classList.contains("current"));
    findings.forEach((finding) => finding.classList.remove("current"));
    const next = findings[(place < 0 && direction < 0 ? findings.length - 1 : place + direction + findings.length) % findings.length];
    next.classList.add("current");
    open(next);
    one("summary", next).focus({ preventScroll: true });
    history.replaceState(null, "", "#" + next.id);
    next.scrollIntoView({ block: "center" });
  }
})();
