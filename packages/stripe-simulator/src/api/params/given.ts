type Given<T> = {
  [K in keyof T as [Exclude<T[K], undefined>] extends [never] ? never : K]?: Exclude<T[K], undefined>;
};

/** The parameters that a request really named: what is undefined changes nothing, what is null unsets. */
export function given<T extends object>(params: T): Given<T> {
  // `as`: exactly the undefined values are gone.
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as Given<T>;
}
