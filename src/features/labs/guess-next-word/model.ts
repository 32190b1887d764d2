/** The tokens before the next one that the model looks at. */
export const CONTEXT = 3;

/**
 * What a model has counted, as text, so that a phone need not parse it: a line per context with its token ids, a colon,
 * and two by two each token that came next and how often. The line without a context counts every token.
 */
export type Model = { share: number; tokens: number; followers: string };

export type Chance = { id: number; probability: number };

/**
 * Counts what followed each context of up to three tokens. What followed once is left out: it is most of the file, and
 * with it the file would contain the text.
 */
export function readText(paragraphs: readonly (readonly number[])[], share: number): Model {
  const counts = new Map<string, Map<number, number>>();
  let tokens = 0;
  for (const paragraph of paragraphs)
    for (const [at, token] of paragraph.entries()) {
      tokens += 1;
      for (let length = 0; length <= Math.min(CONTEXT, at); length += 1) {
        const key = paragraph.slice(at - length, at).join(" ");
        const seen = counts.get(key) ?? new Map<number, number>();
        counts.set(key, seen.set(token, (seen.get(token) ?? 0) + 1));
      }
    }
  const lines = [...counts].flatMap(([key, seen]) => {
    const kept = [...seen].filter(([, times]) => times > 1 || key === "");
    return kept.length > 0 ? `${key}:${kept.flat().join(" ")}` : [];
  });
  return { share, tokens, followers: `\n${lines.join("\n")}\n` };
}

/** What followed a context: two by two a token and how often. Null if the model has not counted it. */
function followersOf({ followers }: Model, context: readonly (number | null)[]): number[] | null {
  const key = `\n${context.join(" ")}:`;
  const at = followers.indexOf(key);
  if (at < 0) return null;
  return followers
    .slice(at + key.length, followers.indexOf("\n", at + key.length))
    .split(" ")
    .map(Number);
}

/** The share of each token in the text, which every prediction begins with. */
const shares = new WeakMap<Model, Float64Array>();

function sharesOf(model: Model): Float64Array {
  const known = shares.get(model);
  if (known) return known;
  const all = followersOf(model, []) ?? [];
  const made = new Float64Array(1 + all.reduce((max, id, at) => (at % 2 ? max : Math.max(max, id)), 0));
  for (let at = 0; at < all.length; at += 2) made[all[at] ?? 0] = (all[at + 1] ?? 0) / model.tokens;
  shares.set(model, made);
  return made;
}

/**
 * The probability of each token, by id: an n-gram model with Witten-Bell smoothing (Chen and Goodman, 1998). A longer
 * context counts for more the more often it was seen; one that was not seen leaves the estimate as it is.
 */
export function nextTokens(model: Model, before: readonly (number | null)[]): Float64Array {
  const chances = sharesOf(model).slice();
  for (let length = 1; length <= Math.min(CONTEXT, before.length); length += 1) {
    const seen = followersOf(model, before.slice(-length));
    if (!seen) continue;
    const kinds = seen.length / 2;
    const all = kinds + seen.reduce((sum, value, at) => (at % 2 ? sum + value : sum), 0);
    for (let id = 0; id < chances.length; id += 1) chances[id] = ((chances[id] ?? 0) * kinds) / all;
    for (let at = 0; at < seen.length; at += 2)
      chances[seen[at] ?? 0] = (chances[seen[at] ?? 0] ?? 0) + (seen[at + 1] ?? 0) / all;
  }
  return chances;
}

/** The most probable tokens, the first first. */
export function likeliest(chances: Float64Array, count: number): Chance[] {
  return [...chances]
    .map((probability, id) => ({ id, probability }))
    .sort((a, b) => b.probability - a.probability || a.id - b.id)
    .slice(0, count);
}

/** Low temperatures raise the highest probabilities, high ones make them more alike. At 1 they stay as they are. */
export function atTemperature(chances: Float64Array, temperature: number): Float64Array {
  const highest = chances.reduce((max, chance) => Math.max(max, chance), 0);
  // Divided by the highest first: a power of a small number would become 0.
  const weights = chances.map((chance) => (chance / highest) ** (1 / temperature));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return weights.map((weight) => weight / sum);
}

/**
 * Draws `count` tokens, one after the other, and yields before each, so that the page can respond in between. `random`
 * returns numbers from 0 to below 1.
 */
export function* write(
  model: Model,
  start: readonly (number | null)[],
  { count, temperature, random }: { count: number; temperature: number; random: () => number },
): Generator<void, number[]> {
  const written: number[] = [];
  while (written.length < count) {
    yield;
    const chances = atTemperature(nextTokens(model, [...start, ...written]), temperature);
    let rest = random();
    const drawn = chances.findIndex((probability) => {
      rest -= probability;
      return rest < 0;
    });
    written.push(drawn >= 0 ? drawn : (likeliest(chances, 1)[0]?.id ?? 0));
  }
  return written;
}

/** Mulberry32: the same seed gives the same numbers, so a text is the same again after a reload. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A place in a text that no model has read: the tokens before it, and last the token that came there. */
export type TestPlace = readonly number[];

/** Counts the places at which the most probable token is the one that came. Yields before each. */
export function* countRight(model: Model, places: readonly TestPlace[]): Generator<void, number> {
  let right = 0;
  for (const place of places) {
    yield;
    const chances = nextTokens(model, place.slice(0, -1));
    const came = chances[place.at(-1) ?? -1] ?? 0;
    if (came > 0 && chances.every((chance) => chance <= came)) right += 1;
  }
  return right;
}
