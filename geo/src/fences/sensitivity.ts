/** The numbers behind one sensitivity. A side is confirmed by `points` fixes, or by two fixes over `seconds`. */
export interface SensitivityNumbers {
  readonly points: number
  readonly seconds: number
  /** A fix counts from so far beyond the border, or from its accuracy where that is more. */
  readonly marginMetres: number
  /** A fix so many margins beyond the border counts twice. */
  readonly deepMargins: number
  /** A less accurate fix is ignored. */
  readonly accuracyMetres: number
}

export const sensitivities = {
  low: { points: 4, seconds: 120, marginMetres: 30, deepMargins: 4, accuracyMetres: 50 },
  medium: { points: 2, seconds: 30, marginMetres: 15, deepMargins: 2, accuracyMetres: 50 },
  high: { points: 2, seconds: 10, marginMetres: 8, deepMargins: 1.5, accuracyMetres: 50 },
} as const satisfies Record<string, SensitivityNumbers>

export type Sensitivity = keyof typeof sensitivities
