import type { CostPart } from '@rumbo/contract/dispatch.contract'
import { useText } from '../ui/i18n.tsx'

/** The parts of a cost in words: "arrival +240 s · waiting -50 s". */
export function usePartsText(): (parts: Partial<Record<CostPart, number>>) => string {
  const { t } = useText()
  return (parts) =>
    Object.entries(parts)
      .map(
        ([part, seconds]) =>
          `${t(`dispatch.cost.${part as CostPart}`)} ${seconds > 0 ? '+' : ''}${seconds} s`,
      )
      .join(' · ')
}
