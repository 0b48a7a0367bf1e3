import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  choosePaymentMethod,
  type PaymentEntry,
  readServicePayments,
} from '@rumbo/contract/payments.contract'
import { paymentMethods, type Service } from '@rumbo/contract/services.contract'
import { useState } from 'react'
import { useCan, useErrorMessage } from '../app/client-context.tsx'
import { useChange, useEndpoint } from '../app/data/use-data.ts'
import { FactList } from '../ui/FactList.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { useText } from '../ui/i18n.tsx'
import { TintedChip } from '../ui/StatusChip.tsx'
import { FormSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { absolute, isNegative, isPositive, lessOf } from './amount.rules.ts'
import { EntryList } from './EntryList.tsx'
import { PaymentDialog } from './PaymentDialog.tsx'
import { useMoney } from './use-money.ts'
import { VoidDialog } from './VoidDialog.tsx'

const colours = { pending: 'alarmed', paid: 'active', refunded: 'inactive', cancelled: 'inactive' } as const

/** What a service costs and what was paid, with every entry. */
export function ServicePaymentsTab({ service }: { service: Service }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const money = useMoney(service.currency)
  const [asked, setAsked] = useState<'refund' | PaymentEntry | null>(null)
  const answer = useEndpoint(readServicePayments, { params: { id: service.id } })
  const choose = useChange(choosePaymentMethod, {
    evicts: ['services'],
    onError: (error) =>
      void toasts.show({ type: 'error', message: message(error, t('payments.method.failed')) }),
  })
  const mayRecord = useCan()('payments.record', service)
  const payments = answer.data
  if (payments === undefined)
    return answer.isError ? (
      <ErrorState
        text={message(answer.error, t('payments.load.failed'))}
        onRetry={() => void answer.refetch()}
      />
    ) : (
      <FormSkeleton fields={4} />
    )
  const { balance, currency, entries, received, refunded, paymentMethod, paymentStatus } = payments
  const close = () => setAsked(null)
  return (
    <Box sx={{ display: 'grid', gap: '16px' }}>
      <FactList
        facts={[
          {
            name: t('services.field.paymentStatus'),
            value: (
              <TintedChip colour={colours[paymentStatus]}>
                {t(`services.payment.status.${paymentStatus}`)}
              </TintedChip>
            ),
          },
          { name: t('payments.sum.cost'), value: payments.cost && money(payments.cost) },
          { name: t('payments.sum.received'), value: money(received) },
          { name: t('payments.sum.refunded'), value: money(refunded) },
          {
            name: t(balance && isNegative(balance) ? 'payments.sum.credit' : 'payments.sum.balance'),
            value: balance && money(absolute(balance)),
          },
          ...(mayRecord
            ? []
            : [
                {
                  name: t('payments.field.howToPay'),
                  value: t(`services.payment.method.${paymentMethod}`),
                },
              ]),
        ]}
      />
      {mayRecord && (
        <>
          <ChoiceField
            size="small"
            label={t('payments.field.howToPay')}
            value={paymentMethod}
            isDisabled={choose.isPending}
            choices={paymentMethods.map((value) => ({ value, label: t(`services.payment.method.${value}`) }))}
            onChange={(chosen) =>
              choose.mutate({ params: { id: service.id }, body: { paymentMethod: chosen } })
            }
          />
          {isPositive(lessOf(received, refunded, currency), currency) && (
            <Button variant="outlined" sx={{ justifySelf: 'start' }} onClick={() => setAsked('refund')}>
              {t('payments.refund.action')}
            </Button>
          )}
        </>
      )}
      <Box component="h3" sx={{ typography: 'h2', m: 0 }}>
        {t('payments.entries.title')}
      </Box>
      {entries.length === 0 && <EmptyState title={t('payments.entries.none')} />}
      <EntryList entries={entries} currency={currency} onVoid={mayRecord ? setAsked : undefined} />
      {asked === 'refund' && <PaymentDialog service={service} kind="refund" onClose={close} />}
      {asked !== null && typeof asked === 'object' && <VoidDialog entry={asked} onClose={close} />}
    </Box>
  )
}
