/** Cannot even begin. */
throw new Error('no such thing')
