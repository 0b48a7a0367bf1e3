import type { TrackedService } from '@rumbo/contract/services.tracking.contract'
import { type FormEvent, useState } from 'react'
import type { TrackingClient } from './tracking-client.ts'
import { useWords } from './tracking-texts.ts'

const choices = [1, 2, 3, 4, 5] as const
/** As the contract has it, which the page does not load. */
const commentLength = 500

interface RatingProps {
  client: TrackingClient
  rating: TrackedService['rating']
  onRated: () => void
}

/** One to five stars and a comment; they can be changed as long as the link is open. */
export function Rating({ client, rating, onRated }: RatingProps) {
  const { t } = useWords()
  const [stars, setStars] = useState(rating?.stars ?? 0)
  const [comment, setComment] = useState(rating?.comment ?? '')
  const [state, setState] = useState<'open' | 'busy' | 'sent' | 'failed'>('open')

  const send = async (event: FormEvent) => {
    event.preventDefault()
    if (stars === 0 || state === 'busy') return
    setState('busy')
    try {
      await client.rate({ stars, comment: comment.trim() || null })
      setState('sent')
      onRated()
    } catch {
      setState('failed')
    }
  }
  return (
    <form className="rating" onSubmit={(event) => void send(event)} aria-labelledby="rate">
      <fieldset>
        <legend id="rate">{t('tracking.rate')}</legend>
        <div className="stars">
          {choices.map((count) => (
            <label key={count} className={count <= stars ? 'star on' : 'star'}>
              <input
                type="radio"
                name="stars"
                value={count}
                checked={stars === count}
                onChange={() => {
                  setStars(count)
                  setState('open')
                }}
              />
              <span aria-hidden="true">★</span>
              <span className="hidden">{t('tracking.stars', { count })}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <label className="comment">
        <span>{t('tracking.comment')}</span>
        <textarea
          rows={2}
          maxLength={commentLength}
          value={comment}
          onChange={(event) => {
            setComment(event.target.value)
            setState('open')
          }}
        />
      </label>
      <button type="submit" className="main" disabled={stars === 0 || state === 'busy'}>
        {rating ? t('tracking.rate.change') : t('tracking.rate.send')}
      </button>
      <p className="small" role="status">
        {state === 'sent' ? t('tracking.rate.thanks') : state === 'failed' ? t('tracking.rate.failed') : ''}
      </p>
    </form>
  )
}
