import type { TrackedService } from '@rumbo/contract/services.tracking.contract'
import { formatDate, formatMoney } from '@rumbo/i18n/formats'
import { useWords } from './tracking-texts.ts'

interface ReceiptProps {
  service: TrackedService
  receipt: NonNullable<TrackedService['receipt']>
}

export function Receipt({ receipt }: ReceiptProps) {
  const { t, language, timeZone } = useWords()
  const time = (moment: string) => formatDate(language, moment, { timeZone })
  const rows = [
    ...(receipt.startedAt ? [[t('tracking.receipt.started'), time(receipt.startedAt)]] : []),
    [t('tracking.receipt.ended'), time(receipt.endedAt)],
    [t('tracking.receipt.method'), t(`tracking.method.${receipt.paymentMethod}`)],
    [t('tracking.receipt.status'), t(`tracking.payment.${receipt.paymentStatus}`)],
  ]
  return (
    <section aria-labelledby="receipt">
      <h2 id="receipt">{t('tracking.receipt')}</h2>
      <dl className="receipt">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        <div className="total">
          <dt>{t('tracking.receipt.total')}</dt>
          <dd>
            {receipt.finalCost === null
              ? t('tracking.receipt.noTotal')
              : formatMoney(language, receipt.finalCost, receipt.currency)}
          </dd>
        </div>
      </dl>
    </section>
  )
}
