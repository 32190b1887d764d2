import { z } from "zod";
import { NO_ADDRESS } from "../../customers/address.ts";
import { text, unsettable } from "./params.ts";

const line = text().optional();

/** An address parameter; what is not given is null. */
export const address = unsettable(
  z
    .strictObject({ city: line, country: line, line1: line, line2: line, postal_code: line, state: line })
    .transform((given) => ({
      ...NO_ADDRESS,
      ...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
    })),
);
