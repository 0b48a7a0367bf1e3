import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { exportStatement, readStatement } from '@rumbo/contract/payments.accounts.contract'
import { useState } from 'react'
import { useCan, useErrorMessage, useWorkspace } from '../app/client-context.tsx'
import { useData, useEndpoint } from '../app/data/use-data.ts'
import { nowMs } from '../ui/clock.ts'
import { RecordCard } from '../ui/dialogs/RecordCard.tsx'
import { FactList } from '../ui/FactList.tsx'
import { dayAt } from '../ui/fields/calendar-day.ts'
import { DateField } from '../ui/fields/date-fields.tsx'
import { useText } from '../ui/i18n.tsx'
import { FormSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { ExportButton } from '../work/ExportButton.tsx'
import { AccountPaymentDialog } from './AccountPaymentDialog.tsx'
import { StatementLines } from './StatementLines.tsx'
import { useMoney } from './use-money.ts'

/** The account of a customer for a period, by default this month: sums, lines, payments and files. */
export function AccountCard({ contactId, onClose }: { contactId: string; onClose: () => void }) {
  const { t, language } = useText()
  const message = useErrorMessage()
  const { call } = useData()
  const { company } = useWorkspace()
  const mayPay = useCan()('payments.record')
  const today = dayAt(nowMs(), company?.timeZone ?? 'UTC')
  const [from, setFrom] = useState<string | null>(`${today.slice(0, 8)}01`)
  const [to, setTo] = useState<string | null>(today)
  const [isPaying, setPaying] = useState(false)
  const isPeriod = from !== null && to !== null && from <= to
  const period = { from: from ?? today, to: to ?? today }
  const answer = useEndpoint(
    readStatement,
    { params: { id: contactId }, query: period },
    { enabled: isPeriod },
  )
  const statement = answer.data
  const money = useMoney(statement?.currency ?? 'MXN')
  const title = t('payments.statement.title')
  return (
    <RecordCard
      title={statement?.contactName ?? title}
      detail={
        statement &&
        [title, statement.contactCompany]
          .filter((text) => text !== statement.contactName)
          .filter(Boolean)
          .join(' · ')
      }
      actions={
        statement && [
          ...(mayPay
            ? [
                <Button key="pay" variant="contained" onClick={() => setPaying(true)}>
                  {t('payments.record.submit')}
                </Button>,
              ]
            : []),
          <ExportButton
            key="export"
            label={t('work.export.button')}
            title={title}
            formats={[
              { value: 'pdf', label: 'PDF' },
              { value: 'csv', label: t('work.export.csv') },
            ]}
            fileName={title}
            size="medium"
            onStart={(format) =>
              call(exportStatement, { params: { id: contactId }, body: { ...period, format, language } })
            }
          />,
        ]
      }
      onClose={onClose}
    >
      <Box sx={{ display: 'grid', gap: '16px' }}>
        <Box sx={{ display: 'grid', gap: '12px', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
          <DateField label={t('payments.accounts.from')} value={from} onChange={setFrom} max={to ?? today} />
          <DateField label={t('payments.accounts.to')} value={to} onChange={setTo} min={from ?? undefined} />
        </Box>
        {statement ? (
          <>
            <FactList
              facts={[
                { name: t('payments.statement.opening'), value: money(statement.opening) },
                { name: t('payments.statement.charged'), value: money(statement.charged) },
                { name: t('payments.statement.paid'), value: money(statement.paid) },
                {
                  name: t('payments.statement.closing'),
                  value: <strong>{money(statement.closing)}</strong>,
                },
              ]}
            />
            {statement.lines.length === 0 && <EmptyState title={t('payments.accounts.noLines')} />}
            <StatementLines statement={statement} />
          </>
        ) : answer.isError ? (
          <ErrorState
            text={message(answer.error, t('payments.accounts.failed'))}
            onRetry={() => void answer.refetch()}
          />
        ) : (
          isPeriod && <FormSkeleton fields={5} />
        )}
      </Box>
      {isPaying && statement && (
        <AccountPaymentDialog
          account={{ ...statement, balance: statement.closing }}
          onClose={() => setPaying(false)}
        />
      )}
    </RecordCard>
  )
}
