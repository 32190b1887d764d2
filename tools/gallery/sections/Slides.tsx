import { Carousel } from "../../../src/ui/carousel/Carousel.tsx";
import { modulePattern } from "../../../src/ui/pattern/modulePattern.ts";
import { ThreadPattern } from "../../../src/ui/pattern/ThreadPattern.tsx";
import { TextLink } from "../../../src/ui/TextLink.tsx";
import { Specimen } from "../Specimen.tsx";

const MODULES = [
  ["1", "AI Fundamentals"],
  ["2", "Responsible AI Foundations"],
  ["3", "AI for Business Productivity and Marketing"],
  ["4", "Plural Ethics & Decolonising AI"],
] as const;

export function Slides() {
  return (
    <Specimen
      title="Carousel"
      note="Buttons, swipe, touchpad and, on the strip, arrow keys, Home and End. It never moves by itself."
    >
      <Carousel
        label="Modules"
        slides={MODULES.map(([id, title]) => (
          <div key={id} className="flex flex-col overflow-hidden rounded-card border border-line bg-surface">
            <ThreadPattern {...modulePattern(id)} steps={10} className="h-32 w-full" />
            <div className="p-6">
              <h4 className="font-display text-xl font-semibold">{title}</h4>
              <p className="mt-3">
                <TextLink to={`#slides-${id}`}>About module {id}</TextLink>
              </p>
            </div>
          </div>
        ))}
      />
    </Specimen>
  );
}
