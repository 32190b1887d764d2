import { build, type InlineConfig } from "vite";

/** Vite leaves NODE_ENV at "production", which must not reach what this process starts next: tests, the server. */
export async function viteBuild(config: InlineConfig): Promise<void> {
  const { NODE_ENV } = process.env;
  await build({ logLevel: "error", ...config });
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
}
