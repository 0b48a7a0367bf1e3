/** The two last analog values of a text report, as they were written. */
interface AnalogTexts {
  battery: string
  supply: string
}

/** How a model states volts: the battery's raw range, and volts of one step of battery and of supply. */
interface Scale {
  /** Raw values of a lithium battery between 2.8 and 4.5 V. */
  from: number
  to: number
  battery: number
  supply: number
}

/**
 * Models differ, and a report does not name its own: the battery's raw value distinguishes them, since a lithium battery has
 * between 2.8 and 4.5 V. Hundredths of a volt (T333, T366, T622 of newer firmware), ten bits of 3 V (MVT340, MVT380), twelve
 * bits of 3.3 V (MVT100, MVT600, MVT800, T1, T3, TC68, MT90); battery divided by 2, supply by 16 (vendor's GPRS protocol
 * V1.6 to V1.8: analog input value).
 */
const scales: readonly Scale[] = [
  { from: 280, to: 450, battery: 0.01, supply: 0.01 },
  { from: 478, to: 768, battery: (3 * 2) / 1024, supply: (3 * 16) / 1024 },
  { from: 1738, to: 2793, battery: (3.3 * 2) / 4096, supply: (3.3 * 16) / 4096 },
]

/** Above this a supply has another divider than the documented one. */
const maxSupplyVolts = 33

/** Volts of battery and supply from their raw texts; null where there is no scale for them. */
export function readVolts({ battery, supply }: AnalogTexts): {
  battery: number | null
  supply: number | null
} {
  for (const base of [16, 10] as const) {
    const raw = numberIn(battery, base)
    const scale = raw === null ? undefined : scales.find(({ from, to }) => raw >= from && raw <= to)
    if (raw === null || !scale) continue
    return { battery: raw * scale.battery, supply: plausible(numberIn(supply, base), scale.supply) }
  }
  // Without a battery only the newer models' scale can be assumed, and only where it gives a vehicle's supply.
  const volts = plausible(numberIn(supply, 16), 0.01)
  return { battery: null, supply: volts !== null && volts >= 8 ? volts : null }
}

function plausible(raw: number | null, volts: number): number | null {
  return raw === null || raw * volts > maxSupplyVolts ? null : raw * volts
}

function numberIn(text: string, base: 10 | 16): number | null {
  const isNumber = base === 16 ? /^[0-9A-Fa-f]{1,4}$/.test(text) : /^\d{1,4}$/.test(text)
  return isNumber ? Number.parseInt(text, base) : null
}
