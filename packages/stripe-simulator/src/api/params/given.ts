type Given<T> = {
  [K in keyof T as [Exclude<T[K], undefined>] extends [never] ? never : K]?: Exclude<T[K], undefined>;
};

/** Returns only the parameters that a request contained: undefined changes nothing, null unsets. */
export function given<T extends object>(params: T): Given<T> {
  // `as`: only the undefined values are removed.
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as Given<T>;
}
