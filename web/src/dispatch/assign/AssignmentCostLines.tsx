import Box from '@mui/material/Box'
import type { AssignmentCost } from '@rumbo/contract/dispatch.changes.contract'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { addedMinutes, minutesOf } from '../dispatch.rules.ts'

/** What an assignment costs this service and those that lose the vehicle or wait for it, in minutes. */
export function AssignmentCostLines({ cost }: { cost: AssignmentCost }) {
  const { t } = useText()
  const { beforeSeconds, afterSeconds, isEstimate, others } = cost
  const about = isEstimate ? '≈ ' : ''
  const own =
    afterSeconds === null
      ? t('dispatch.change.unknown')
      : beforeSeconds === null
        ? t('dispatch.change.new', { minutes: `${about}${minutesOf(afterSeconds)}` })
        : t('dispatch.change.own', {
            minutes: `${about}${minutesOf(afterSeconds)}`,
            before: minutesOf(beforeSeconds),
            added: addedMinutes(beforeSeconds, afterSeconds),
          })
  return (
    <Box component="ul" aria-label={t('dispatch.change.title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      <Box component="li" sx={{ fontWeight: 620 }}>
        {own}
      </Box>
      {others.map((one) => {
        const words = { number: one.serviceNumber, customer: one.customerName }
        const isKnown = one.beforeSeconds !== null && one.afterSeconds !== null
        const added = isKnown ? addedMinutes(one.beforeSeconds ?? 0, one.afterSeconds ?? 0) : ''
        return (
          <Box component="li" key={one.serviceId} sx={{ color: token('alarmed'), fontWeight: 620 }}>
            {isKnown
              ? t(`dispatch.change.${one.effect}`, { ...words, added: `${about}${added}` })
              : t(`dispatch.change.${one.effect}Unknown`, words)}
          </Box>
        )
      })}
    </Box>
  )
}
