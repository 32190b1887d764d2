/**
 * Runs the arms in turn, `rounds` times, starting with a different arm in each round, so that other work on the machine
 * affects all of them equally. The first `warmUps` rounds are discarded.
 */
export async function interleave<Arm extends string>(
  arms: Record<Arm, () => Promise<number>>,
  rounds: number,
  warmUps: number,
): Promise<Record<Arm, number[]>> {
  // Object.keys and fromEntries lose the literal keys of a record.
  const names = Object.keys(arms) as Arm[];
  const samples = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Arm, number[]>;
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const first = round % names.length;
    for (const name of [...names.slice(first), ...names.slice(0, first)]) {
      const sample = await arms[name]();
      if (round >= warmUps) samples[name].push(sample);
    }
  }
  return samples;
}
