export type StaticSite = {
  /** A segment of an address that begins with ":" matches any value. `file` is a path below the site's folder. */
  pages: readonly { address: string; file: string }[];
  /** The served files and folders at the top of the site's folder. */
  files: readonly string[];
  /** The hashes of inline scripts, for the content policy. */
  inlineScripts: readonly string[];
};

/** The folder of the files with a hash in their name. */
export const HASHED = "assets";
