/**
 * Makes an object on first use. For the formatters of Intl: the first one on a page takes 70 ms on a slow phone, because the
 * browser then loads its tables, so no page should pay for one that it may never use.
 */
export function once<Made extends object>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
