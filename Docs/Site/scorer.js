// The order of the search's results: pages for users, then those of the Swift libraries, then those about the project itself.
// Within a group, Sphinx's order remains, except that the page of a command, or a page whose title is the query, comes before
// others with the query in a title. The theme loads Sphinx's own `Scorer` before this file, so it is declared with `var`.
var Scorer = {
  score: ([page, title, anchor, description, score, file, kind]) => {
    if (/^(Docs\/(Architecture|BadInput|Changelog|Decisions)$|Tests\/)/.test(page)) return score - 2000;
    if (page.startsWith("Sources/")) return score - 1000;
    const isCommand = /^Commands\/(?!README)/.test(page) && score >= Scorer.title;
    return score + (isCommand || (kind === "title" && anchor === "") ? 5 : 0);
  },
  // Sphinx takes all of these from here or none.
  objNameMatch: 11, objPartialMatch: 6, objPrio: { 0: 15, 1: 5, 2: -5 }, objPrioDefault: 0,
  title: 15, partialTitle: 7, term: 5, partialTerm: 2,
};
