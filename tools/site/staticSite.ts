export type StaticSite = {
  /** A part of an address that begins with ":" stands for any. `file` is a path below the site's folder. */
  pages: readonly { address: string; file: string }[];
  /** Names of what lies at the top of the site's folder and is served. */
  files: readonly string[];
  /** For the content policy: hashes of the scripts that stand in documents. */
  inlineScripts: readonly string[];
};

/** Folders of files whose name holds their hash. Lesson videos are put below `media` when the course is published. */
export const HASHED = ["assets", "media"];
