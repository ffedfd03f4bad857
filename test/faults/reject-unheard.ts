/** Loaded before the service: SIGHUP makes it forget to wait for something that fails. */
process.on('SIGHUP', () => {
  void Promise.reject(new Error('nobody waits for this'))
})
