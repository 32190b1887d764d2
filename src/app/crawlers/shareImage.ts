/** Shown where an address of the site is shared. tools/icons/shareImage.ts draws it. */
export const SHARE_IMAGE = { path: "/share.png", width: 1200, height: 630 } as const;
