/** Shown in previews of shared links. tools/icons/shareImage.ts draws it. */
export const SHARE_IMAGE = { path: "/share.png", width: 1200, height: 630 } as const;
