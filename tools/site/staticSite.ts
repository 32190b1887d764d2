export type StaticSite = {
  /** A segment of an address that begins with ":" matches any value. `file` is a path below the site's folder. */
  pages: readonly { address: string; file: string }[];
  /** The served files and folders at the top of the site's folder. */
  files: readonly string[];
  /** The hashes of inline scripts, for the content policy. */
  inlineScripts: readonly string[];
};

/** Folders of files with a hash in their name. Lesson videos are copied to `media` when the course is published. */
export const HASHED = ["assets", "media"];
