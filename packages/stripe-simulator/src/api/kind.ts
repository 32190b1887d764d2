/** The fields of every API object. Dates are Unix seconds, amounts are in the currency's smallest unit. */
export type StripeObject = { readonly id: string; readonly object: string };

/** An object of Stripe's in which fields that can be null may also be missing, as those of features that are not simulated. */
export type WithoutNulls<T> = {
  [Name in keyof T as null extends T[Name] ? never : Name]: T[Name];
} & {
  [Name in keyof T as null extends T[Name] ? Name : never]?: T[Name];
};

/**
 * An object of Stripe's with some fields in the simulator's own form, such as links that are always ids. After an upgrade
 * of the `stripe` package, a field that is gone or of another type is a type error. Private fields begin with
 * `simulator_` and are never shown.
 */
export type Stored<
  Original,
  Changes extends {
    [Name in keyof Changes]: Name extends keyof Original | `simulator_${string}` ? unknown : never;
  },
> = Omit<Original, keyof Changes> & Changes;

/**
 * How one type of object behaves. Field names are dotted paths within the object ("invoice_settings.footer").
 * `expandable` fields hold an id that `expand[]` replaces with the object; `included` fields are stored with the object
 * and shown only when `expand[]` names them (Stripe's docs: "Expanding responses").
 */
export type Kind<T extends StripeObject> = {
  readonly object: T["object"];
  readonly expandable?: readonly string[];
  readonly included?: readonly string[];
  /** Carries the object's type to the store's functions; never set. */
  readonly sample?: T;
};

/** What a response or an event may contain; a cash balance has no id. */
export type Shown = { readonly object: string };

/** Every kind by its `object` name. */
export type Kinds = ReadonlyMap<string, Kind<StripeObject>>;
