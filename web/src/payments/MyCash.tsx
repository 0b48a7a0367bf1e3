import Box from '@mui/material/Box'
import { readOwnCash } from '@rumbo/contract/payments.cash.contract'
import { formatMoney } from '@rumbo/i18n/formats'
import { useErrorMessage, useFleetNames } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { useMoment } from '../app/use-moment.ts'
import { Card } from '../ui/Card.tsx'
import { boxLook } from '../ui/card-look.ts'
import { useText } from '../ui/i18n.tsx'
import { TintedChip } from '../ui/StatusChip.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'

/** What the signed-in driver received in cash and has not handed over, by fleet. */
export function MyCash({ isHiddenWhenEmpty = false }: { isHiddenWhenEmpty?: boolean }) {
  const { t, language } = useText()
  const message = useErrorMessage()
  const moment = useMoment()
  const fleetName = useFleetNames()
  const own = useEndpoint(readOwnCash, {})
  if (isHiddenWhenEmpty && !own.data?.items.length) return null
  return (
    <Card title={t('payments.mine.title')}>
      {own.data ? (
        own.data.items.length === 0 ? (
          <EmptyState title={t('payments.mine.none')} text={t('payments.mine.noneText')} />
        ) : (
          <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '10px' }}>
            {own.data.items.map((cash) => (
              <Box
                component="li"
                key={cash.fleetId}
                sx={{ ...boxLook, p: '14px', display: 'flex', flexWrap: 'wrap', gap: '6px 16px' }}
              >
                <Box sx={{ flex: '1 1 200px', minWidth: 0, typography: 'body2', color: token('textSoft') }}>
                  {[
                    fleetName?.(cash.fleetId),
                    t('payments.count.entries', { count: cash.entries }),
                    `${t('payments.cash.column.since')} ${moment(cash.firstAt)}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Box>
                <Box sx={{ typography: 'h2', fontVariantNumeric: 'tabular-nums' }}>
                  {formatMoney(language, cash.owed, cash.currency)}
                </Box>
                {cash.runningServices.length > 0 && (
                  <Box sx={{ flexBasis: '100%', display: 'flex', flexWrap: 'wrap', gap: '6px' }}>
                    {cash.runningServices.map((number) => (
                      <TintedChip key={number} colour="occupied">
                        {t('payments.cash.running', { number })}
                      </TintedChip>
                    ))}
                  </Box>
                )}
              </Box>
            ))}
          </Box>
        )
      ) : own.isError ? (
        <ErrorState text={message(own.error, t('payments.load.failed'))} onRetry={() => void own.refetch()} />
      ) : (
        <ListSkeleton rows={1} />
      )}
    </Card>
  )
}
