import Box from '@mui/material/Box'
import { type CloseoutDetails, readCloseout } from '@rumbo/contract/payments.cash.contract'
import { type ReactNode, useState } from 'react'
import { useCan, useErrorMessage } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { useMoment } from '../app/use-moment.ts'
import { boxLook } from '../ui/card-look.ts'
import { RecordCard } from '../ui/dialogs/RecordCard.tsx'
import { FactList } from '../ui/FactList.tsx'
import { useText } from '../ui/i18n.tsx'
import { FormSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import { CorrectionDialog } from './CorrectionDialog.tsx'
import { Difference } from './Difference.tsx'
import { EntryList } from './EntryList.tsx'
import { useMoney } from './use-money.ts'

/** One cash close-out to read, with its payments and corrections. */
export function CloseoutCard({ closeoutId, onClose }: { closeoutId: string; onClose: () => void }) {
  const { t } = useText()
  const message = useErrorMessage()
  const can = useCan()
  const [isCorrecting, setCorrecting] = useState(false)
  const answer = useEndpoint(readCloseout, { params: { id: closeoutId } })
  const closeout = answer.data
  return (
    <RecordCard
      title={
        closeout
          ? t('payments.cash.closeout', { number: closeout.closeoutNumber })
          : t('payments.cash.closeouts.title')
      }
      status={closeout && <Difference amount={closeout.difference} currency={closeout.currency} />}
      detail={closeout?.driverName}
      edit={
        closeout && can('cash.closeOut', closeout)
          ? { label: t('payments.cash.correct.action'), run: () => setCorrecting(true) }
          : undefined
      }
      onClose={onClose}
    >
      {closeout ? (
        <Content closeout={closeout} />
      ) : answer.isError ? (
        <ErrorState
          text={message(answer.error, t('payments.load.failed'))}
          onRetry={() => void answer.refetch()}
        />
      ) : (
        <FormSkeleton fields={5} />
      )}
      {isCorrecting && closeout && (
        <CorrectionDialog closeout={closeout} onClose={() => setCorrecting(false)} />
      )}
    </RecordCard>
  )
}

const Heading = ({ children }: { children: ReactNode }) => (
  <Box component="h3" sx={{ typography: 'h2', m: 0 }}>
    {children}
  </Box>
)

function Content({ closeout }: { closeout: CloseoutDetails }) {
  const { t } = useText()
  const moment = useMoment()
  const money = useMoney(closeout.currency)
  return (
    <Box sx={{ display: 'grid', gap: '16px' }}>
      <FactList
        facts={[
          { name: t('payments.cash.field.expected'), value: money(closeout.expected) },
          { name: t('payments.cash.field.counted'), value: money(closeout.counted) },
          { name: t('payments.cash.field.corrected'), value: money(closeout.corrected) },
          { name: t('payments.field.note'), value: closeout.note },
          { name: t('payments.cash.field.closedBy'), value: closeout.closedBy },
          { name: t('payments.cash.column.closedAt'), value: moment(closeout.closedAt) },
        ]}
      />
      <Heading>{t('payments.cash.field.corrected')}</Heading>
      {closeout.corrections.length === 0 && <EmptyState title={t('payments.cash.corrections.none')} />}
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '8px' }}>
        {closeout.corrections.map(({ id, amount, reason, at, by }) => (
          <Box component="li" key={id} sx={{ ...boxLook, p: '10px 14px', display: 'flex', gap: '12px' }}>
            <Box sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
              {reason}
              <Box sx={{ typography: 'body2', color: token('textSoft') }}>
                {[by, moment(at)].filter(Boolean).join(' · ')}
              </Box>
            </Box>
            <Box sx={{ fontWeight: 700, whiteSpace: 'nowrap' }}>{money(amount)}</Box>
          </Box>
        ))}
      </Box>
      <Heading>{t('payments.entries.title')}</Heading>
      <EntryList entries={closeout.payments} currency={closeout.currency} isOfDriver />
    </Box>
  )
}
