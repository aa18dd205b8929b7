/** Whether a browser may be sent there: texts of services become links and images of the web only. */
export const isWebAddress = (url: string | null | undefined): url is string => /^https?:\/\//i.test(url ?? '')
