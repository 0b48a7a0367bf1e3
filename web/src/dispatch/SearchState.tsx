import Box from '@mui/material/Box'
import { listSearches, type Search } from '@rumbo/contract/dispatch.offers.contract'
import { useMemo } from 'react'
import { usePacedEndpoint } from '../app/data/use-data.ts'
import type { FleetSelection } from '../app/session/workspace.ts'
import { useNow } from '../ui/clock.ts'
import { dateText } from '../ui/fields/calendar-day.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { arrivalText } from './dispatch.rules.ts'
import { searchesPaceMs } from './monitor-reads.ts'

/** What the engine is doing for each waiting service; empty where people dispatch. */
export function useSearches(fleets: FleetSelection): ReadonlyMap<string, Search> {
  const { data } = usePacedEndpoint(listSearches, { query: fleets.query }, { paceMs: searchesPaceMs })
  return useMemo(() => new Map(data?.items.map((search) => [search.serviceId, search])), [data])
}

/** One line: searching, offered with its countdown, proposed, reserved, left to a person. */
export function SearchState({ search }: { search: Search }) {
  const { t } = useText()
  const {
    state,
    vehicleNumber,
    expiresAt,
    arrivalSeconds,
    isEstimate,
    rejections,
    reservedByName,
    plan,
    blockedReason,
  } = search
  const nowMs = useNow(1, expiresAt !== null)
  const seconds = expiresAt === null ? 0 : Math.max(0, Math.round((Date.parse(expiresAt) - nowMs) / 1000))
  const words = { vehicle: vehicleNumber ?? '', seconds }
  const isForPeople = state === 'held' || state === 'none' || state === 'on_hold' || blockedReason !== null
  return (
    <Box
      component="span"
      sx={{
        display: 'block',
        typography: 'body2',
        fontWeight: 620,
        color: token(isForPeople ? 'alarmed' : state === 'searching' ? 'textSoft' : 'en_route'),
      }}
    >
      {[
        plan !== null
          ? t('dispatch.search.byPlan', { ...words, name: plan.name, date: dateText(plan.date) })
          : reservedByName === null
            ? t(`dispatch.search.${state}`, words)
            : t('dispatch.search.reservedBy', { ...words, name: reservedByName }),
        blockedReason !== null && t(`dispatch.why.${blockedReason}`),
        arrivalSeconds !== null && state !== 'none' && arrivalText(arrivalSeconds, isEstimate),
        rejections > 0 && state !== 'held' && t('dispatch.search.rejections', { count: rejections }),
      ]
        .filter(Boolean)
        .join(' · ')}
    </Box>
  )
}
