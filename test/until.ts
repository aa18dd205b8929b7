/** Asks until an answer is as wanted; rejects with the last one when it never is. The seconds are far more than a busy machine needs. */
export async function until<Answer>(ask: () => Promise<Answer>, wanted: (answer: Answer) => boolean, seconds = 90): Promise<Answer> {
  const deadline = Date.now() + seconds * 1000
  for (;;) {
    const answer = await ask()
    if (wanted(answer)) return answer
    if (Date.now() > deadline) throw new Error(`not so after ${seconds} s: ${JSON.stringify(answer)}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
