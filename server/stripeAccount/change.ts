/** One difference between the provider's account and what the academy needs. */
export type Change = {
  /** A readable description, such as "create the VAT rate of 20 %". */
  what: string;
  apply(): Promise<void>;
};

export async function applyAll(changes: readonly Change[]): Promise<void> {
  for (const change of changes) await change.apply();
}
