import "../../src/ui/styles/base.css";

/** Shows the texts of a lesson's steps one after the other: no player, no address, no stored place. */
const reply = await fetch("./steps.json");
// The measure writes steps.json from the compiled lesson.
const texts = (await reply.json()) as string[];
const main = document.createElement("main");
const prose = document.createElement("div");
const next = document.createElement("a");
prose.className = "prose reading";
next.className = "step-links";
next.textContent = "Continue";
main.append(prose, next);
document.getElementById("root")?.append(main);

let step = -1;
function show(): void {
  step = (step + 1) % texts.length;
  prose.innerHTML = texts[step] ?? "";
  scrollTo(0, 0);
}
next.addEventListener("click", show);
show();
