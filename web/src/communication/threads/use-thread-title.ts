import type { Thread } from '@rumbo/contract/communication.contract'
import { useText } from '../../ui/i18n.tsx'

/** The name of a conversation in the reader's language: what Rumbo opened itself has none of a person. */
export function useThreadTitle() {
  const { t } = useText()
  return ({ kind, title, vehicleNumber }: Pick<Thread, 'kind' | 'title' | 'vehicleNumber'>): string =>
    kind === 'emergency' && vehicleNumber !== null
      ? t('communication.emergencyOf', { number: vehicleNumber })
      : title
}
