import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import { HEIGHT, labelOf, type Point, placesOf, positionAt, RADIUS, tiePath, WIDTH } from "./geometry.ts";
import { UNMOVED } from "./limits.ts";
import { inCircle, movedTo, nameOf, type RelationshipsState, stateOf } from "./map.ts";

type Props = { state: RelationshipsState; onChange: (state: RelationshipsState) => void };

/** In units of the picture. */
const STEP = 12;
const MOVES = [
  { key: "ArrowLeft", name: "Left", Icon: ArrowLeft, x: -STEP, y: 0 },
  { key: "ArrowUp", name: "Up", Icon: ArrowUp, x: 0, y: -STEP },
  { key: "ArrowDown", name: "Down", Icon: ArrowDown, x: 0, y: STEP },
  { key: "ArrowRight", name: "Right", Icon: ArrowRight, x: STEP, y: 0 },
] as const;
/** A pointer that moves less than this, in CSS pixels, is a click. */
const DRAG_THRESHOLD = 4;

/** The map as a picture. It shows nothing that the lists do not say, but each person in it can be moved. */
export function Picture({ state: stored, onChange }: Props) {
  /** The map while someone is dragged. It is stored when they are let go. */
  const [held, setHeld] = useState<RelationshipsState | null>(null);
  const state = held ?? stored;
  const places = placesOf(state);
  const [chosen, setChosen] = useState(0);
  const [said, setSaid] = useState("");
  const selected = Math.min(chosen, places.length - 1);
  const frame = useRef<HTMLDivElement>(null);
  const dragged = useRef<{ person: number; x: number; y: number; isMoving: boolean } | null>(null);

  function movedPerson(person: number, to: Point): RelationshipsState {
    const { x, y } = positionAt(to);
    return movedTo(stored, person, x, y);
  }

  function step(person: number, by: Point, name: string): void {
    const from = places[person];
    if (!from) return;
    const next = movedPerson(person, { x: from.x + by.x, y: from.y + by.y });
    onChange(next);
    const [who, , x, y] = next.people[person] ?? [];
    // With the position, so that a screen reader announces each of several steps.
    setSaid(`${who} was moved ${name.toLowerCase()}, to ${x} across and ${y} down.`);
  }

  function onKeyDown(event: KeyboardEvent, person: number): void {
    const move = MOVES.find(({ key }) => key === event.key);
    if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setChosen(person);
    step(person, move, move.name);
  }

  function onPointerDown(event: PointerEvent<HTMLButtonElement>, person: number): void {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    // Safari does not focus a button that is pressed.
    event.currentTarget.focus();
    dragged.current = { person, x: event.clientX, y: event.clientY, isMoving: false };
    setChosen(person);
  }

  function onPointerMove(event: PointerEvent): void {
    const drag = dragged.current;
    const box = frame.current?.getBoundingClientRect();
    if (!drag || !box?.width) return;
    drag.isMoving ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) >= DRAG_THRESHOLD;
    if (!drag.isMoving) return;
    const scale = WIDTH / box.width;
    setHeld(
      movedPerson(drag.person, {
        x: (event.clientX - box.left) * scale,
        y: (event.clientY - box.top) * scale,
      }),
    );
  }

  function onPointerEnd(isKept: boolean): void {
    if (isKept && held) onChange(held);
    setHeld(null);
    dragged.current = null;
  }

  return (
    <div className="flex flex-col gap-3">
      <p>
        To move someone, drag them, or choose their number and use the arrow keys or the arrows below the
        picture.
      </p>
      <div ref={frame} className="relative w-full max-w-md self-center">
        <svg aria-hidden="true" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="block w-full overflow-visible">
          <Lines state={state} places={places} />
          {places.map((place, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: people have no other identity than their place
            <Node key={index} number={index + 1} name={nameOf(state, index)} {...place} of={places.length} />
          ))}
        </svg>
        {places.map(({ x, y }, index) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            key={index}
            type="button"
            aria-label={`Move ${index + 1}, ${nameOf(state, index)}`}
            aria-pressed={index === selected}
            onClick={() => setChosen(index)}
            onKeyDown={(event) => onKeyDown(event, index)}
            onPointerDown={(event) => onPointerDown(event, index)}
            onPointerMove={onPointerMove}
            onPointerUp={() => onPointerEnd(true)}
            onPointerCancel={() => onPointerEnd(false)}
            style={{ left: `${(x / WIDTH) * 100}%`, top: `${(y / HEIGHT) * 100}%` }}
            className={cx(
              "absolute size-11 -translate-x-1/2 -translate-y-1/2 cursor-move touch-none rounded-full border-2 print:hidden",
              index === selected ? "border-accent" : "border-transparent",
            )}
          />
        ))}
      </div>
      <fieldset className="min-w-0 self-center print:hidden">
        <legend className="mb-1 w-full text-center text-base">
          Move {selected + 1}, {nameOf(state, selected)}
        </legend>
        <div className="flex justify-center gap-2">
          {MOVES.map(({ key, name, Icon, ...by }) => (
            <Button
              key={key}
              variant="secondary"
              aria-label={name}
              onClick={() => step(selected, by, name)}
              onKeyDown={(event) => onKeyDown(event, selected)}
            >
              <Icon aria-hidden="true" className="size-5" />
            </Button>
          ))}
        </div>
      </fieldset>
      {state.people.some(([, , x]) => x !== UNMOVED) && (
        <Button
          variant="quiet"
          className="self-center print:hidden"
          onClick={() => {
            onChange(inCircle(state));
            setSaid("Everyone is back in the circle.");
            frame.current?.querySelector("button")?.focus();
          }}
        >
          Put everyone back in the circle
        </Button>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  );
}

function Lines({ state, places }: { state: RelationshipsState; places: readonly Point[] }) {
  return (
    <g fill="none" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
      {state.ties.map((tie) => {
        const [a, b] = [places[tie[0]], places[tie[1]]];
        if (!a || !b) return null;
        return (
          <path
            key={`${tie[0]}-${tie[1]}`}
            d={tiePath(stateOf(tie), a, b)}
            className={stateOf(tie) === "cut off" ? "stroke-accent" : "stroke-ink"}
          />
        );
      })}
    </g>
  );
}

type NodeProps = Point & { number: number; name: string; of: number };

function Node({ x, y, number, name, of }: NodeProps) {
  return (
    <g textAnchor="middle" className="fill-ink">
      <circle
        cx={x}
        cy={y}
        r={RADIUS}
        strokeWidth={number === 1 ? 4 : 2}
        className="fill-surface stroke-ink"
      />
      <text x={x} y={y + 5} fontSize="15" fontWeight="700">
        {number}
      </text>
      {labelOf(name, of).map((line, row) => (
        <text
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines of one label
          key={row}
          x={x}
          y={y + RADIUS + 15 + row * 15}
          fontSize="14"
          strokeWidth="4"
          paintOrder="stroke"
          className="stroke-paper"
        >
          {line}
        </text>
      ))}
    </g>
  );
}

/** The three kinds of line and what they mean. */
export function Key() {
  const kinds = [
    { state: "joined", words: "Joined: the tie holds or has grown (two lines)" },
    { state: "strained", words: "Strained: it holds, but someone pays for it (a zigzag)" },
    { state: "cut off", words: "Cut off: it is gone, or was never made (a gap with bars)" },
  ] as const;
  return (
    <ul className="flex list-none flex-col gap-2 pl-0">
      {kinds.map(({ state, words }) => (
        <li key={state} className="flex items-center gap-3">
          <svg aria-hidden="true" viewBox="0 0 90 24" className="w-20 shrink-0">
            <path
              d={tiePath(state, { x: -16, y: 12 }, { x: 106, y: 12 })}
              fill="none"
              strokeWidth="2"
              strokeLinecap="round"
              strokeLinejoin="round"
              className={state === "cut off" ? "stroke-accent" : "stroke-ink"}
            />
          </svg>
          <span className="min-w-0">{words}</span>
        </li>
      ))}
    </ul>
  );
}
