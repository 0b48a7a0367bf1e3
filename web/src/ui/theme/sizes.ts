/** Height of controls in pixels: in bars of filters and actions, and in forms. */
export const controlHeight = { bar: 36, form: 44 } as const
