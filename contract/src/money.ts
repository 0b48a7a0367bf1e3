/** Currencies of ISO 4217 and amounts in them: decimal strings on the wire, whole minor units in the database. Pure. */

/** The digits after the decimal point where they are not two. */
const exponents: ReadonlyMap<string, number> = new Map([
  ...'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'
    .split(' ')
    .map((code) => [code, 0] as const),
  ...'BHD IQD JOD KWD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
])

/** What people pay with, by ISO 4217; without funds, metals and test codes. */
export const currencies: readonly string[] = `
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP
  CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR
  IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU
  MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG
  SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST
  XAF XCD XCG XOF XPF YER ZAR ZMW ZWG`
  .trim()
  .split(/\s+/)
/** Amounts on the wire: at most twelve digits and three decimals. */
export const amountPattern = /^\d{1,12}(\.\d{1,3})?$/
/** An amount that may be negative, such as a difference. */
export const signedAmountPattern = /^-?\d{1,12}(\.\d{1,3})?$/
export const defaultCurrency = 'MXN'
const known = new Set(currencies)

export const isCurrency = (code: string): boolean => known.has(code)

/** Digits after the decimal point: 0 to 3; two for a code that is not known. */
export const exponentOf = (currency: string): number => exponents.get(currency) ?? 2

/** Whether an amount of the wire has no more decimals than its currency. */
export const fitsCurrency = (amount: string, currency: string): boolean =>
  (amount.split('.')[1] ?? '').length <= exponentOf(currency)

/** "120.5" in MXN to 12050, "-120" in JPY to -120. Call it only for amounts that fit the currency. */
export function minorOf(amount: string, currency: string): number {
  const isNegative = amount.startsWith('-')
  const [whole = '0', decimals = ''] = (isNegative ? amount.slice(1) : amount).split('.')
  const digits = exponentOf(currency)
  const minor = Number(whole) * 10 ** digits + Number(decimals.padEnd(digits, '0').slice(0, digits))
  return isNegative && minor !== 0 ? -minor : minor
}

/** 12050 in MXN to "120.50", 120 in JPY to "120". */
export function moneyOf(minor: number, currency: string): string {
  const digits = exponentOf(currency)
  const text = String(Math.abs(minor)).padStart(digits + 1, '0')
  const sign = minor < 0 ? '-' : ''
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`
}

/** `a * b / c` of whole numbers, rounded half up (away from zero); exact for any size. `c` is positive. */
export function dividedHalfUp(a: number, b: number, c: number): number {
  const product = BigInt(a) * BigInt(b)
  const divisor = BigInt(c)
  const size = product < 0n ? -product : product
  const rounded = Number((size * 2n + divisor) / (divisor * 2n))
  return product < 0n && rounded !== 0 ? -rounded : rounded
}
