/** The systems that are compared, in the order of the report. */
export const PEERS = ["academy", "rxdb"] as const;
export type PeerName = (typeof PEERS)[number];

export const PEER_TITLES: Record<PeerName, string> = { academy: "academy", rxdb: "RxDB" };

/** What each peer's page puts on `globalThis.bench`, so that one set of measures drives them all. */
export type Peer = {
  signIn(email: string, password: string): Promise<void>;
  /** Makes all lessons available on this device. */
  install(): Promise<void>;
  /** Resolves when the completion survives closing the tab: on this device or on the server. */
  complete(lessonId: string): Promise<void>;
  /** Hands in a quiz. Resolves as `complete` does. */
  answer(): Promise<void>;
  /** `signIn` and `pull` on a new device, where one request cycle does both. */
  signInAndPull?(email: string, password: string): Promise<void>;
  /** How many of this page's entries the server has not confirmed. */
  pending(): Promise<number>;
  /** Resolves when this device has the learner's rows as the server has them now. */
  pull(): Promise<void>;
  /** How many attempts this page knows. */
  attempts(): Promise<number>;
  /** Removes completions and unsent entries from this device. */
  reset(): Promise<void>;
};
