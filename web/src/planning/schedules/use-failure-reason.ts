import { type ProblemCode, problemCodes } from '@rumbo/contract/problems.contract'
import { problemParams } from '@rumbo/i18n/problem-params'
import { useText } from '../../ui/i18n.tsx'

const isKnown = (code: string): code is ProblemCode => (problemCodes as readonly string[]).includes(code)

/** Why a plan could not be made, in words, given the code of a problem. */
export function useFailureReason(): (code: string) => string {
  const { t } = useText()
  return (code) => t(`problems.${isKnown(code) ? code : 'internal'}`, problemParams())
}
