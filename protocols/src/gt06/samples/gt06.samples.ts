/** Frames made from the protocol's description, with what they mean. Hexadecimal. */
export const gt06Samples = {
  login: '78780d01012345678901234500018cdd0d0a',
  loginAcknowledgement: '787805010001d9dc0d0a',
  imei: '123456789012345',
} as const
