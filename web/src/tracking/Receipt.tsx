import type { TrackedService } from '@rumbo/contract/services.tracking.contract'
import { formatDate, formatMoney } from '@rumbo/i18n/formats'
import { wordsOfLine } from '../billing/charge-line.rules.ts'
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
  // An agreed price is a single line that says no more than the total.
  const lines = receipt.lines.length < 2 ? [] : receipt.lines
  const items = lines.map((line, at) => ({
    key: String(at),
    ...wordsOfLine({ t, language }, line, receipt.currency),
    money: formatMoney(language, line.amount, receipt.currency),
  }))
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
        {items.map(({ key, name, detail, money }) => (
          <div key={key} className="line">
            <dt>
              {name}
              {detail !== null && <small>{detail}</small>}
            </dt>
            <dd>{money}</dd>
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
