export type StaticSite = {
  /** A segment of an address that begins with ":" matches any. `file` is a path below the site's folder. */
  pages: readonly { address: string; file: string }[];
  /** The served files and folders at the top of the site's folder. */
  files: readonly string[];
  /** The hashes of inline scripts, for the content policy. */
  inlineScripts: readonly string[];
};

/** Folders of files whose name holds their hash. Lesson videos are put below `media` when the course is published. */
export const HASHED = ["assets", "media"];
