import { amountPattern, fitsCurrency, minorOf, moneyOf, signedAmountPattern } from '@rumbo/contract/money'

/** Whether a typed text is an amount in the currency, zero included; a signed one may be negative. */
export const isCounted = (text: string, currency: string, isSigned = false): boolean =>
  (isSigned ? signedAmountPattern : amountPattern).test(text) && fitsCurrency(text, currency)

/** Whether a typed text is an amount above zero in the currency. */
export const isPositive = (text: string, currency: string): boolean =>
  isCounted(text, currency) && minorOf(text, currency) > 0

/** Whether a typed text is an amount other than zero, which may be negative. */
export const isCorrection = (text: string, currency: string): boolean =>
  isCounted(text, currency, true) && minorOf(text, currency) !== 0

/** `a - b` in the currency. */
export const lessOf = (a: string, b: string, currency: string): string =>
  moneyOf(minorOf(a, currency) - minorOf(b, currency), currency)

export const isNegative = (amount: string): boolean => amount.startsWith('-')
export const absolute = (amount: string): string => amount.replace(/^-/, '')
