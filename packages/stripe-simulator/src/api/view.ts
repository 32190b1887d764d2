import type { Store } from "../store.ts";
import { badRequest } from "./apiError.ts";
import type { Kind, Kinds, StripeObject } from "./kind.ts";

const MAX_EXPAND_LEVELS = 4;
/** Top-level fields with this prefix are internal to the simulator and never returned. */
const PRIVATE_PREFIX = "simulator_";

type Tree = { [name: string]: Tree };
type Lookup = { store: Store; kinds: Kinds };
/**
 * The object that contains a value, the value's dotted path in it, and the expand path that led there (for messages).
 */
type Place = { owner: Kind<StripeObject> | null; inList: boolean; prefix: string; asked: string };

/**
 * Returns the object as Stripe shows it: `included` fields only where `expand` names them, expanded ids replaced with
 * their objects, to any depth. Throws for a property that cannot be expanded. The result shares nothing with the store.
 */
export function view(lookup: Lookup, object: unknown, expand: readonly string[] = []): unknown {
  return viewValue(lookup, object, treeOf(expand), { owner: null, inList: false, prefix: "", asked: "" });
}

function treeOf(paths: readonly string[]): Tree {
  const root: Tree = {};
  for (const path of paths) {
    const segments = path.split(".");
    if (segments.length > MAX_EXPAND_LEVELS) {
      throw badRequest(
        `You cannot expand more than ${MAX_EXPAND_LEVELS} levels of a property. Property: ${path}`,
      );
    }
    let node = root;
    for (const segment of segments) {
      node[segment] ??= {};
      node = node[segment];
    }
  }
  return root;
}

function viewValue(lookup: Lookup, value: unknown, tree: Tree, place: Place): unknown {
  if (Array.isArray(value)) return value.map((each) => viewValue(lookup, each, tree, place));
  if (typeof value !== "object" || value === null) return value;
  const here =
    "object" in value && typeof value.object === "string" ? ownPlace(lookup, value.object, place) : place;
  const shown: Record<string, unknown> = {};
  for (const name of Object.keys(tree)) requireExpandable(name, value, here, tree);
  for (const [name, child] of Object.entries(value)) {
    const dotted = here.prefix + name;
    const asked = tree[name];
    if (dotted.startsWith(PRIVATE_PREFIX)) continue;
    if (!asked && here.owner?.included?.includes(dotted)) continue;
    const resolved = asked && here.owner?.expandable?.includes(dotted) ? resolve(lookup, child) : child;
    const inside = { ...here, prefix: `${dotted}.`, asked: `${here.asked}${name}.` };
    shown[name] = viewValue(lookup, resolved, asked ?? {}, inside);
  }
  return shown;
}

function ownPlace(lookup: Lookup, object: string, place: Place): Place {
  return {
    owner: lookup.kinds.get(object) ?? null,
    inList: object === "list",
    prefix: "",
    asked: place.asked,
  };
}

function requireExpandable(name: string, value: object, place: Place, tree: Tree): void {
  const dotted = place.prefix + name;
  if (place.owner?.expandable?.includes(dotted) || place.owner?.included?.includes(dotted)) return;
  const child: unknown = new Map<string, unknown>(Object.entries(value)).get(name);
  const goesDeeper = Object.keys(tree[name] ?? {}).length > 0;
  const isHash = typeof child === "object" && child !== null;
  if (isHash && (goesDeeper || "object" in child)) return;
  const hint = place.inList ? ` You may want to try expanding 'data.${name}' instead.` : "";
  throw badRequest(`This property cannot be expanded (${place.asked}${name}).${hint}`, { param: "expand" });
}

/**
 * Returns the object with an id, or those with each id of a list. The id's prefix does not identify the kind, because
 * the site may choose the ids of products.
 */
function resolve(lookup: Lookup, id: unknown): unknown {
  if (Array.isArray(id)) return id.map((each) => resolve(lookup, each));
  const { store, kinds } = lookup;
  if (typeof id !== "string") return id;
  for (const kind of kinds.values()) {
    const found = store.get(kind, id);
    if (found) return found;
  }
  return store.get(tombstones, id)?.shown ?? id;
}

type Tombstone = {
  id: string;
  object: "simulator.tombstone";
  shown: StripeObject & { deleted: true };
};

/** What remains of deleted objects: Stripe still returns `{ id, object, deleted: true }`. */
export const tombstones: Kind<Tombstone> = { object: "simulator.tombstone" };

export function tombstoneOf(object: StripeObject): Tombstone {
  return {
    id: object.id,
    object: "simulator.tombstone",
    shown: { id: object.id, object: object.object, deleted: true },
  };
}
