/** Shown in previews of shared links. A drawing of the site's name, the course and its threads. */
export const SHARE_IMAGE = { path: "/share.png", width: 1200, height: 630 } as const;
